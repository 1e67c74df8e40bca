// Command gotypes prints, as JSON, the named types of Go packages that are no structs, with their
// constants, and the named type of every struct field: what OpenAPI does not tell.
package main

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"reflect"
	"strconv"
	"strings"
)

type named struct {
	Underlying string   `json:"underlying"`
	Enum       bool     `json:"enum,omitempty"`
	Values     []string `json:"values,omitempty"`
}

type facts struct {
	Named  map[string]*named            `json:"named"`
	Fields map[string]map[string]string `json:"fields"`
}

func main() {
	out := map[string]*facts{}
	for _, dir := range os.Args[1:] {
		out[dir] = read(dir)
	}
	encoder := json.NewEncoder(os.Stdout)
	if err := encoder.Encode(out); err != nil {
		panic(err)
	}
}

func read(dir string) *facts {
	result := &facts{Named: map[string]*named{}, Fields: map[string]map[string]string{}}
	notTest := func(info fs.FileInfo) bool { return !strings.HasSuffix(info.Name(), "_test.go") }
	packages, err := parser.ParseDir(token.NewFileSet(), dir, notTest, parser.ParseComments)
	if err != nil {
		panic(err)
	}
	for _, pkg := range packages {
		for _, file := range pkg.Files {
			for _, decl := range file.Decls {
				if general, ok := decl.(*ast.GenDecl); ok && general.Tok == token.TYPE {
					result.addTypes(general)
				}
			}
		}
		for _, file := range pkg.Files {
			for _, decl := range file.Decls {
				if general, ok := decl.(*ast.GenDecl); ok && general.Tok == token.CONST {
					result.addConstants(general)
				}
			}
		}
	}
	return result
}

func (f *facts) addTypes(decl *ast.GenDecl) {
	for _, spec := range decl.Specs {
		typeSpec := spec.(*ast.TypeSpec)
		if !typeSpec.Name.IsExported() {
			continue
		}
		if structType, ok := typeSpec.Type.(*ast.StructType); ok {
			f.Fields[typeSpec.Name.Name] = fieldTypes(structType)
			continue
		}
		doc := decl.Doc.Text() + typeSpec.Doc.Text() + rawComments(decl.Doc) + rawComments(typeSpec.Doc)
		f.Named[typeSpec.Name.Name] = &named{
			Underlying: expression(typeSpec.Type),
			Enum:       strings.Contains(doc, "// +enum"),
		}
	}
}

func rawComments(group *ast.CommentGroup) string {
	if group == nil {
		return ""
	}
	text := ""
	for _, comment := range group.List {
		text += comment.Text + "\n"
	}
	return text
}

func fieldTypes(structType *ast.StructType) map[string]string {
	types := map[string]string{}
	for _, field := range structType.Fields.List {
		if field.Tag == nil {
			continue
		}
		tag, err := strconv.Unquote(field.Tag.Value)
		if err != nil {
			continue
		}
		name, _, _ := strings.Cut(reflect.StructTag(tag).Get("json"), ",")
		if name == "-" {
			continue
		}
		if name == "" {
			name = "inline:" + expression(field.Type)
		}
		types[name] = expression(field.Type)
	}
	return types
}

func (f *facts) addConstants(decl *ast.GenDecl) {
	for _, spec := range decl.Specs {
		value := spec.(*ast.ValueSpec)
		ident, ok := value.Type.(*ast.Ident)
		if !ok || f.Named[ident.Name] == nil {
			continue
		}
		for _, expr := range value.Values {
			literal, ok := expr.(*ast.BasicLit)
			if !ok || literal.Kind != token.STRING {
				continue
			}
			text, err := strconv.Unquote(literal.Value)
			if err == nil {
				f.Named[ident.Name].Values = append(f.Named[ident.Name].Values, text)
			}
		}
	}
}

func expression(expr ast.Expr) string {
	switch typed := expr.(type) {
	case *ast.Ident:
		return typed.Name
	case *ast.SelectorExpr:
		return expression(typed.X) + "." + typed.Sel.Name
	case *ast.StarExpr:
		return expression(typed.X)
	case *ast.ArrayType:
		return "[]" + expression(typed.Elt)
	case *ast.MapType:
		return "map[" + expression(typed.Key) + "]" + expression(typed.Value)
	}
	return "?"
}
